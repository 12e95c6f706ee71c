// Resend: a bounce is told by a webhook that Svix signs, and the next mail is suppressed.
import { createRequire } from "node:module";
import { provider, advance, listen, until, address } from "./app.mjs";
const require = createRequire(import.meta.url);
const { Resend } = require("resend"), { Webhook } = require("svix");

const secret = "whsec_" + Buffer.from("a secret of some length").toString("base64");
const resend = new Resend("re_any", { baseUrl: provider }), webhook = new Webhook(secret);
const suppressed = new Set(), again = new Set(), to = address("resend-story");
await listen("resend", (body, head) => {
  const e = webhook.verify(body, head);
  if (e.type === "email.bounced") suppressed.add(e.data.to[0]);
  if (e.type === "email.suppressed") again.add(e.data.to[0]);
}, secret);
const send = async () => {
  const { data, error } = await resend.emails.send({ from: "App <app@ours.test>", to, subject: "Hello", text: "Hello" });
  if (error) throw new Error(error.message);
  return data.id;
};
await send();
await advance("1h");
await until("the bounce", () => suppressed.has(to));
const id = await send(); // an application that forgot to ask its list
await until("the suppression", () => again.has(to));
const { data } = await resend.emails.get(id);
if (data.last_event !== "suppressed") throw new Error("suppressed is expected: " + data.last_event);
