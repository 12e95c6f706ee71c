// A stand-in for Cypress: as much of it as plugins for mail use, with promises.
/** The promises of the command that is being called. */
let started = [];

/** What commands return: a promise on which other commands can be called. */
class Chain {
  constructor(promise) { this.promise = promise; started.push(promise); }
  then(yes, no) {
    return new Chain(this.promise.then(yes && (async (value) => { const next = await yes(value); return next === undefined ? value : next; }), no));
  }
  catch(no) { return this.promise.catch(no); }
  its(key) { return this.then((subject) => subject[key]); }
  should(how, wanted) {
    return this.then((subject) => {
      const holds = {
        'not.have.length': () => subject.length !== wanted, 'to.have.length.greaterThan': () => subject.length > wanted, 'have.length': () => subject.length === wanted,
        eq: () => subject === wanted, contain: () => subject.includes(wanted),
      }[how];
      if (!holds()) throw new Error(`${JSON.stringify(subject)} should ${how} ${wanted}`);
      return subject;
    });
  }
}

const config = { defaultCommandTimeout: 2000, responseTimeout: 30000 };
const env = {};
const commands = {};

export const cy = {
  wrap: (value) => new Chain(Promise.resolve(value)),
  wait: (ms) => new Chain(new Promise((done) => setTimeout(done, ms))),
  env: (names) => new Chain(Promise.resolve(Object.fromEntries(names.map((n) => [n, env[n]])))),
  verifyUpcomingAssertions: (value) => cy.wrap(value),
  request(o) {
    return new Chain((async () => {
      const url = new URL(o.url);
      for (const [k, v] of Object.entries(o.qs ?? {})) url.searchParams.set(k, v);
      const headers = { Accept: '*/*', 'User-Agent': 'Cypress' };
      if (o.auth) headers.Authorization = 'Basic ' + Buffer.from(`${o.auth.user}:${o.auth.pass}`).toString('base64');
      if (o.body) headers['Content-Type'] = 'application/json';
      const res = await fetch(url, { method: o.method, headers, body: o.body && JSON.stringify(o.body) });
      const text = await res.text();
      const json = (res.headers.get('content-type') ?? '').includes('application/json');
      if (!res.ok && o.failOnStatusCode !== false) throw new Error(`${res.status}: ${res.statusText} ${text}`);
      return { status: res.status, body: json ? JSON.parse(text) : text };
    })());
  },
};

/** A command ends when all that it called has ended, also what it does not return. */
function call(run, ...args) {
  const outer = started;
  const inner = started = [];
  const result = run(...args);
  started = outer;
  return Promise.all(inner).then(() => result);
}

/** Commands of a plugin become methods of cy, and of chains where they take a subject. */
function add(name, options, run) {
  if (run === undefined) [options, run] = [{}, options];
  commands[name] = run;
  if (options.prevSubject) Chain.prototype[name] = function (...args) { return this.then((subject) => call(run, subject, ...args)); };
  else cy[name] = (...args) => new Chain(call(run, ...args));
}

export function setUp(settings) {
  Object.assign(env, settings.env);
  Object.assign(config, settings.config);
  globalThis.cy = cy;
  globalThis.Cypress = { config: (name) => config[name], env: (name) => env[name], expose: (name) => env[name], Commands: { add, addAll() {} } };
}
