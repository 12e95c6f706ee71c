// Who reaches the APIs of a server that asks for its key, and MailHog's streams.
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import WebSocket from 'ws';
import { send } from './smtp.mjs';

const { URL: url, KEY: key } = process.env;
const basic = { Authorization: 'Basic ' + Buffer.from('any:' + key).toString('base64') };

/** A request with any header, such as Host. */
const ask = (method, path, headers = {}) => new Promise((resolve, reject) => {
  const req = http.request(url + path, { method, headers }, (res) => { res.resume(); res.on('end', () => resolve(res.statusCode)); });
  req.on('error', reject).end();
});

test('the key is asked for', async () => {
  for (const path of ['/api/v1/messages', '/api/v2/messages', '/view/latest.html', '/api/v1/info', '/api/v1/events', '/api/v1/websocket']) {
    assert.equal(await ask('GET', path), 401, path);
  }
  assert.equal(await ask('DELETE', '/api/v1/messages'), 401);
  assert.equal(await ask('GET', '/api/v1/messages', basic), 200);
  assert.equal(await ask('GET', '/api/v1/messages', { Authorization: 'Bearer ' + key }), 200);
  assert.equal(await ask('GET', '/livez'), 200);
});
test('pages of other origins stay out', async () => {
  for (const Origin of ['http://evil.test', 'null', 'https://localhost.evil.test']) {
    assert.equal(await ask('DELETE', '/api/v1/messages', { ...basic, Origin }), 403);
    assert.equal(await ask('GET', '/view/latest.html', { ...basic, Origin }), 403);
  }
});
const frames = (path, headers) => new Promise((resolve, reject) => {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { headers });
  const got = [], waits = [];
  socket.on('message', (data) => { const frame = JSON.parse(data); if (waits.length) waits.shift()(frame); else got.push(frame); });
  socket.on('open', () => resolve({ socket, next: () => (got.length ? Promise.resolve(got.shift()) : new Promise((done) => waits.push(done))) }));
  socket.on('error', reject);
});
test('websockets ask for it as well', async () => {
  await assert.rejects(frames('/api/events', {}), /401/);
  await assert.rejects(frames('/api/events', { ...basic, Origin: 'http://evil.test' }), /403/);
});
test('Mailpit\'s websocket', async () => {
  const { socket, next } = await frames('/api/events', basic);
  assert.equal((await next()).Type, 'stats');
  await send('a@example.test', ['b@example.test'], 'From: a@example.test\nSubject: live\n\nx\n');
  const told = await next();
  assert.deepEqual([told.Type, told.Data.Subject], ['new', 'live']);
  assert.equal((await next()).Type, 'stats');
  socket.send('what clients say means nothing');
  await ask('DELETE', '/api/v1/messages', { ...basic, Accept: '*/*' });
  assert.deepEqual(await next(), { Type: 'truncate', Data: null });
  socket.close();
});
test('MailHog\'s websocket and stream', async () => {
  const { socket, next } = await frames('/api/v2/websocket', basic);
  const stream = await fetch(url + '/api/v1/events', { headers: basic });
  assert.match(stream.headers.get('content-type'), /^text\/event-stream/);
  await send('a@example.test', ['b@example.test'], 'From: a@example.test\nSubject: hog\n\nx\n');
  assert.deepEqual((await next()).Content.Headers.Subject, ['hog']);
  let text = '';
  for await (const chunk of stream.body) {
    text += Buffer.from(chunk);
    if (text.endsWith('\n\n')) break;
  }
  assert.deepEqual(JSON.parse(text.replace(/^data: /, '')).Raw.To, ['b@example.test']);
  socket.close();
});
