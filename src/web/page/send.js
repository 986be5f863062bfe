// Questions to the server that sent this page: the token goes in a header that no other site's page may send.

const KEY = "draughts-td-token";

function readToken() {
  const [told, ...rest] = location.hash.slice(1).split("&");
  if (/^[0-9a-f]{32}$/.test(told)) {
    sessionStorage.setItem(KEY, told);
    // It need not be seen by those who look at the address.
    history.replaceState(null, "", rest.length ? `/#${rest.join("&")}` : "/");
  }
  return sessionStorage.getItem(KEY) ?? "";
}

const token = readToken();

/** Sends a question; the answer is JSON, or a line of it after the other. */
export function send(path, question, signal) {
  const headers = { "Content-Type": "application/json", "X-Draughts-Token": token };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(question), signal });
}
