//! Positions with the most capture routes.

/// By routes of kings, of few kings, of men and kings; by captures that are kept; by twin routes compared.
pub const HOSTILE: [&str; 6] = [
    "W:WK1,K3,K5,K6,K25,K26,K45,K46,K48,K50:B8,9,10,11,12,20,21,22,28,30,31,33,34,41,42,43,44",
    "W:WK13:B8,9,10,11,12,19,20,21,22,23,30,31,32,33,34,41,42,43,44,K50",
    "W:WK1,K6,K16,K50:B7,8,10,11,13,14,21,23,24,27,28,30,35,37,38,40,41,43,44",
    "W:WK4,K6,K11,K16,K46,K49:B9,10,13,17,18,20,24,27,28,29,31,38,39,41,42",
    "W:WK3,K4,K5,K15,K25,K26,K36,K39,K46,K47:B8,9,10,11,12,20,21,22,28,30,33,34,43,44",
    "W:WK5:B1,9,10,12,13,20,22,23,24,27,31,33,34,38,41,42",
];
