import { expect, it } from 'vitest';
import { GRAVACAO_RECUSADA } from '../audio/recording-forms.ts';
import { recogniseRecording } from './recognise-recording.ts';

/** A voice-like tone that swells and fades, 16-bit samples at 8 kHz. */
const samples = Int16Array.from({ length: 4096 }, (_, i) =>
  Math.round(9000 * Math.sin(i / 7) * Math.abs(Math.sin(i / 900))),
);

/** Encodes ITU-T G.711: the code with the nearest decoded value. */
function encode(decode: (code: number) => number): Uint8Array {
  const table = Array.from({ length: 256 }, (_, code) => decode(code));
  return Uint8Array.from(samples, (sample) => {
    let best = 0;
    for (let code = 1; code < 256; code += 1)
      if (Math.abs((table[code] as number) - sample) < Math.abs((table[best] as number) - sample))
        best = code;
    return best;
  });
}
const ulaw = encode((code) => {
  const value = ~code & 0xff;
  const size = ((((value & 15) << 3) + 132) << ((value >> 4) & 7)) - 132;
  return value & 128 ? -size : size;
});
const alaw = encode((code) => {
  const value = code ^ 0x55;
  const exponent = (value >> 4) & 7;
  const size = exponent === 0 ? ((value & 15) << 4) + 8 : (((value & 15) << 4) + 264) << (exponent - 1);
  return value & 128 ? size : -size;
});
const linear = new Uint8Array(samples.slice(0, 2048).buffer);
const gsm = Uint8Array.from({ length: 33 * 12 }, (_, i) => (i % 33 === 0 ? 0xd4 : (i * 37) & 0xff));
const noise = Uint8Array.from({ length: 4096 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 0xff);

const tipo = (bytes: Uint8Array, nome: string): string => {
  const found = recogniseRecording(bytes, nome);
  return 'tipo' in found ? found.tipo : found.motivo;
};

it.each([
  ['a.ulaw', ulaw, 'audio/x-mulaw'],
  ['a.UL', ulaw, 'audio/x-mulaw'],
  ['a.alaw', alaw, 'audio/x-alaw'],
  ['a.sln', linear, 'audio/x-sln;rate=8000'],
  ['a.sln48', linear, 'audio/x-sln;rate=48000'],
  ['a.pcm', ulaw, 'audio/x-mulaw'],
  ['a.raw', alaw, 'audio/x-alaw'],
  ['a.gsm', gsm, 'audio/x-gsm'],
  ['sem-extensao', gsm, 'audio/x-gsm'],
  ['a.g729', noise, 'audio/g729'],
  ['silencio.ulaw', new Uint8Array(4096).fill(0xff), 'audio/x-mulaw'],
  ['silencio.sln', new Uint8Array(4096), 'audio/x-sln;rate=8000'],
])('%s is what its name says, where its bytes do not say otherwise', (nome, bytes, expected) => {
  expect(tipo(bytes, nome)).toBe(expected);
});

it.each([
  ['a.ulaw', alaw, /^Pelo nome, o áudio seria µ-law, mas ele está em A-law\. Renomeie/],
  ['a.alaw', ulaw, /^Pelo nome, o áudio seria A-law, mas ele está em µ-law\./],
  ['a.sln', ulaw, /^Pelo nome, o áudio seria PCM linear de 16 bits, mas ele está em µ-law\./],
  ['a.ulaw', noise, /^Pelo nome, o áudio seria µ-law, mas o conteúdo é outro\./],
  ['a.gsm', ulaw, /^Pelo nome, o áudio seria GSM, mas o conteúdo é outro\./],
  ['a.raw', linear, /^Este arquivo não informa o formato da gravação\. Renomeie .*\.sln16 para 16 kHz/],
])('%s is asked about where name and bytes do not fit', (nome, bytes, expected) => {
  expect(tipo(bytes, nome)).toMatch(expected);
  expect(recogniseRecording(bytes, nome)).toMatchObject({ generico: false });
});

it.each(['a.sln', 'a.ulaw', 'a.gsm', 'a.raw'])('a text called %s is no sound', (nome) => {
  const text = new TextEncoder().encode(
    'Microsoft Visual Studio Solution File, Format Version 12.00\r\n'.repeat(20),
  );
  expect(recogniseRecording(text, nome)).toEqual({ motivo: GRAVACAO_RECUSADA, generico: true });
});

it('samples without a known name are no sound', () => {
  expect(tipo(linear, 'a.bin')).toBe(GRAVACAO_RECUSADA);
});

it('companded silence is not taken for frames of MP3, and MP3 called .ulaw is MP3', () => {
  const frame = [0xff, 0xe3, 0x48, 0xc4];
  const mp3 = Uint8Array.from({ length: 288 * 4 }, (_, i) => frame[i % 288] ?? noise[i] ?? 0);
  expect(tipo(mp3, 'a.ulaw')).toBe('audio/mpeg');
  const chance = Uint8Array.from(ulaw);
  chance.set(frame, 100);
  chance.set(frame, 388);
  expect(tipo(chance, 'a.ulaw')).toBe('audio/x-mulaw');
});

function wav(tag: number, sub?: number): Uint8Array {
  const bytes = Buffer.alloc(100);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(sub === undefined ? 20 : 40, 16);
  bytes.writeUInt16LE(tag, 20);
  bytes.writeUInt16LE(65, 32);
  if (sub !== undefined) bytes.writeUInt16LE(sub, 44);
  bytes.write('data', sub === undefined ? 40 : 60, 'latin1');
  return bytes;
}

it.each([
  [wav(1), 'audio/wav'],
  [wav(6), 'audio/wav'],
  [wav(0xfffe, 3), 'audio/wav'],
  [wav(0x31), 'audio/vnd.wave;codec=31'],
  [wav(0x11), 'audio/vnd.wave;codec=11'],
  [wav(0xfffe, 0x28f), 'audio/vnd.wave;codec=28F'],
])('a WAV says by its media type whether browsers play it (%#)', (bytes, expected) => {
  expect(tipo(bytes, 'a.wav')).toBe(expected);
});
