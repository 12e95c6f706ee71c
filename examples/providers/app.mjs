// An application that is called back, and what the stories of this directory need of
// mailsimd: its -ready file is named by READY.
import http from "node:http";
import fs from "node:fs";

const ready = JSON.parse(fs.readFileSync(process.env.READY ?? "ready.json", "utf8"));
export const provider = ready.provider;

const api = async (method, path, body) => {
  const res = await fetch(ready.http + "/api" + path, { method, headers: { Authorization: "Bearer " + ready.key, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`);
};
export const advance = (by) => api("POST", "/clock/advance", { by });

// listen starts the application and subscribes it: hear gets each webhook.
export async function listen(shape, hear, secret = "") {
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on("data", (c) => chunks.push(c)).on("end", () => { hear(Buffer.concat(chunks).toString(), req.headers); res.end(); });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  await api("PUT", "/webhooks", [{ name: "app", url: `http://127.0.0.1:${server.address().port}/`, shape, secret, events: ["mail.report"] }]);
}

// until waits for something that a webhook brings.
export async function until(what, fits) {
  for (let i = 0; i < 400; i++) {
    if (fits()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error("in vain: " + what);
}

// address is one that does not exist.
export const address = (who) => `${who}+unknown@client.test`;
