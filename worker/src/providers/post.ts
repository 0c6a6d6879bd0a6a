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

export type PostAnswer = { status: number; headers: Headers; text: string };

/** Names in a form's header stand between quotes. */
const quoted = (name: string) => name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));

/** What is posted. */
export type Post = {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  body: { json: unknown } | { fields: readonly (readonly [name: string, value: string])[]; file: FormFile };
};

/** A body's bytes, before and after its file. */
type Body = { type: string; head: Buffer; file: FormFile | null; tail: Buffer };

function bodyOf(body: Post['body']): Body {
  const none = Buffer.alloc(0);
  if ('json' in body)
    return { type: 'application/json', head: Buffer.from(JSON.stringify(body.json)), file: null, tail: none };
  const { fields, file } = body;
  const boundary = `escuta-${randomUUID()}`;
  const head = [
    ...fields.map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.name)}"\r\n`,
    `content-type: ${file.type}\r\n\r\n`,
  ].join('');
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head),
    file,
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/**
 * Posts JSON, or a form with a file as it is read from the disk: `fetch` copies each piece through several streams, which costs more than
 * all else that a transcription takes. @throws Error when nobody answers, or the connection breaks; AbortError by the signal
 */
export async function post(url: URL, what: Post, redirects = REDIRECTS): Promise<PostAnswer> {
  const answer = await send(url, what, bodyOf(what.body));
  const location = answer.headers.get('location');
  if ((answer.status !== 307 && answer.status !== 308) || location === null || redirects === 0) return answer;
  const next = new URL(location, url);
  const { authorization: _, ...others } = what.headers;
  const headers = next.origin === url.origin ? what.headers : others;
  return post(next, { ...what, headers }, redirects - 1);
}

function send(url: URL, { headers, signal }: Post, { type, head, file, tail }: Body): Promise<PostAnswer> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: agents[secure ? 'https:' : 'http:'],
      signal,
      headers: {
        ...headers,
        'content-type': type,
        'content-length': head.length + (file?.size ?? 0) + tail.length,
      },
    });
    const source =
      file && file.size > 0
        ? createReadStream(file.path, {
            start: file.start,
            end: file.start + file.size - 1,
            highWaterMark: READ_BYTES,
          })
        : null;
    const fail = (error: Error) => {
      source?.destroy();
      request.destroy();
      reject(error);
    };
    request.on('error', fail).on('response', (response) => {
      readAnswer(response).then((text) => {
        // Who answers before they have heard all hears no more.
        if (!request.writableFinished) {
          source?.destroy();
          request.destroy();
        }
        const answered = new Headers();
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined) answered.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers: answered, text });
      }, fail);
    });
    if (!source) {
      request.end(Buffer.concat([head, tail]));
      return;
    }
    request.write(head);
    source.on('error', fail).on('end', () => request.end(tail));
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
