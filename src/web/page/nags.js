// The numbers of PDN for what is thought of a position, each with its sign and its words.

import { t } from "./language.js";

export const NAGS = {
  $7: ["□", t("the only move")],
  $10: ["=", t("level")],
  $13: ["∞", t("unclear")],
  $14: ["⩲", t("White is a little better")],
  $15: ["⩱", t("Black is a little better")],
  $16: ["±", t("White is better")],
  $17: ["∓", t("Black is better")],
  $18: ["+−", t("White wins")],
  $19: ["−+", t("Black wins")],
  $22: ["⨀", t("White is in zugzwang")],
  $23: ["⨀", t("Black is in zugzwang")],
  $36: ["→", t("White has the initiative")],
  $37: ["→", t("Black has the initiative")],
  $40: ["↑", t("White attacks")],
  $41: ["↑", t("Black attacks")],
  $132: ["⇆", t("White has counterplay")],
  $133: ["⇆", t("Black has counterplay")],
  $138: ["⊕", t("White is short of time")],
  $139: ["⊕", t("Black is short of time")],
  $146: ["N", t("a novelty")],
};
