// Sends mail over SMTP as it stands.
import net from 'node:net';
import readline from 'node:readline';

export const port = Number(process.env.SMTP_PORT);

/** Speaks SMTP: each line is sent when the one before was answered. Resolves with the replies. */
export async function talk(lines) {
  const socket = net.connect(port, '127.0.0.1');
  const replies = [];
  const input = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async () => {
    for (;;) {
      const { value, done } = await input.next();
      if (done) throw new Error('closed: ' + replies.join(' | '));
      if (value[3] !== '-') return replies.push(value);
    }
  };
  await reply();
  for (const line of lines) {
    socket.write(line + '\r\n');
    await reply();
  }
  socket.end();
  return replies.slice(1);
}

export async function send(from, to, raw) {
  const data = raw.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..');
  const replies = await talk(['EHLO client.test', `MAIL FROM:<${from}>`, ...to.map((a) => `RCPT TO:<${a}>`), 'DATA', data.replace(/\r\n$/, '') + '\r\n.', 'QUIT']);
  const refused = replies.find((r) => !/^[23]/.test(r));
  if (refused) throw new Error(refused);
}
