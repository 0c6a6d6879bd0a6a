import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Of a sound so much is read at once, bytes. */
const READ_BYTES = 256 * 1024;
/** A connection that nobody used for this long is not used again, ms: the other side may be closing it. */
const IDLE_MS = 4000;
/** Longest answer that is read, bytes: a transcript of hours has a few hundred kilobytes. */
const ANSWER_BYTES = 64 * 1024 * 1024;
const REDIRECTS = 3;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
};

/** A file of a form. `start`: its own bytes begin there. */
export type FormFile = {
  field: string;
  name: string;
  type: string;
  path: string;
  start: number;
  size: number;
};

export type FormAnswer = { status: number; headers: Headers; text: string };

/** Names in a form's header stand between quotes. */
const quoted = (name: string) => name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));

/**
 * Sends a form with a file as it is read from the disk: `fetch` copies each piece through several streams, which costs more than all
 * else that a transcription takes. @throws Error when nobody answers, or the connection breaks; AbortError by the signal
 */
export async function sendForm(
  url: URL,
  form: {
    headers: Readonly<Record<string, string>>;
    fields: readonly (readonly [name: string, value: string])[];
    file: FormFile;
    signal: AbortSignal;
  },
  redirects = REDIRECTS,
): Promise<FormAnswer> {
  const boundary = `escuta-${randomUUID()}`;
  const head = Buffer.from(
    [
      ...form.fields.map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(form.file.field)}"; filename="${quoted(form.file.name)}"\r\n`,
      `content-type: ${form.file.type}\r\n\r\n`,
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const answer = await send(url, { ...form, boundary, head, tail });
  const location = answer.headers.get('location');
  if ((answer.status !== 307 && answer.status !== 308) || location === null || redirects === 0) return answer;
  const next = new URL(location, url);
  const { authorization: _, ...others } = form.headers;
  return sendForm(
    next,
    { ...form, headers: next.origin === url.origin ? form.headers : others },
    redirects - 1,
  );
}

function send(
  url: URL,
  form: {
    headers: Readonly<Record<string, string>>;
    file: FormFile;
    signal: AbortSignal;
    boundary: string;
    head: Buffer;
    tail: Buffer;
  },
): Promise<FormAnswer> {
  const { file, head, tail } = form;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: agents[secure ? 'https:' : 'http:'],
      signal: form.signal,
      headers: {
        ...form.headers,
        'content-type': `multipart/form-data; boundary=${form.boundary}`,
        'content-length': head.length + file.size + tail.length,
      },
    });
    const source = createReadStream(file.path, {
      start: file.start,
      // Nothing at all is a byte that is not there.
      end: file.start + Math.max(0, file.size - 1),
      highWaterMark: READ_BYTES,
    });
    const fail = (error: Error) => {
      source.destroy();
      request.destroy();
      reject(error);
    };
    source.on('error', fail).on('end', () => request.end(tail));
    request.on('error', fail).on('response', (response) => {
      readAnswer(response).then((text) => {
        // Who answers before they have heard all hears no more.
        if (!request.writableFinished) {
          source.destroy();
          request.destroy();
        }
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined) headers.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers, text });
      }, fail);
    });
    request.write(head);
    source.pipe(request, { end: false });
  });
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > ANSWER_BYTES) throw new TypeError('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
