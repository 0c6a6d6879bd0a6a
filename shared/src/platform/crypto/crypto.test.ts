import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newApiKey, open, parseKeyRing, seal } from './crypto.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('secrets at rest', () => {
  it('opens only under the same context, and not when changed', () => {
    const ring = parseKeyRing(key('a'));
    const envelope = seal(ring, 'segredo ção', 'chaves_api:1:2');
    expect(open(ring, envelope, 'chaves_api:1:2')).toBe('segredo ção');
    expect(() => open(ring, envelope, 'chaves_api:1:3')).toThrow();
    const parts = envelope.split('.');
    const changed = [parts[0], parts[1], parts[2], Buffer.from('outro').toString('base64url')].join('.');
    expect(() => open(ring, changed, 'chaves_api:1:2')).toThrow();
    expect(envelope).not.toContain('segredo');
  });

  it('reads old secrets after a new key was put in front', () => {
    const old = key('2025');
    const envelope = seal(parseKeyRing(old), 'x', 'c');
    expect(open(parseKeyRing(`${key('2026')},${old}`), envelope, 'c')).toBe('x');
    expect(() => open(parseKeyRing(key('2026')), envelope, 'c')).toThrow('2025');
  });

  it('refuses keys of the wrong length', () => {
    expect(() => parseKeyRing('a:AAAA')).toThrow('32 bytes');
    expect(() => parseKeyRing('')).toThrow();
  });

  it('makes API keys that never repeat', () => {
    expect(newApiKey()).toMatch(/^esc_[\w-]{43}$/);
    expect(newApiKey()).not.toBe(newApiKey());
  });
});
