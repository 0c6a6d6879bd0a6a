import { describe, expect, it } from 'vitest';
import { sniffAudio } from './audio-sniff.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );
const zeros = (length: number): number[] => new Array<number>(length).fill(0);

/** MPEG-2.5 layer 3, 32 kbit/s, 8 kHz: header ff e3 48; frame of 72·32000/8000 = 288 bytes. */
const mp3Frame = [0xff, 0xe3, 0x48, 0xc4, ...zeros(284)];
const adtsFrame = [0xff, 0xf1, 0x60, 0x40, 0x02, 0x1f, 0xfc, ...zeros(9)];

describe('sniffAudio', () => {
  it.each([
    ['wav', bytes('RIFF', [0x24, 8, 0, 0], 'WAVEfmt ')],
    ['wav', bytes('RF64', [255, 255, 255, 255], 'WAVEds64')],
    ['ogg', bytes('OggS', zeros(24), 'OpusHead')],
    ['flac', bytes('fLaC', [0, 0, 0, 0x22])],
    ['m4a', bytes([0, 0, 0, 0x1c], 'ftypM4A ', zeros(16))],
    ['m4a', bytes([0, 0, 0, 0x20], 'ftypisom', zeros(20))],
    ['webm', bytes([0x1a, 0x45, 0xdf, 0xa3], zeros(30))],
    ['aiff', bytes('FORM', zeros(4), 'AIFFCOMM')],
    ['amr', bytes('#!AMR\n', zeros(20))],
    ['au', bytes('.snd', zeros(20))],
    ['caf', bytes('caff', zeros(20))],
    ['wma', bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], zeros(8))],
    ['mp3', bytes(mp3Frame, mp3Frame)],
    ['mp3', bytes(zeros(100), mp3Frame, mp3Frame)],
    ['mp3', bytes('ID3', [4, 0, 0, 0, 0, 0, 10], zeros(10), mp3Frame, mp3Frame)],
    // The tag's cover picture exceeds the given bytes.
    ['mp3', bytes('ID3', [3, 0, 0, 0, 0x7f, 0x7f, 0x7f], zeros(400))],
    ['flac', bytes('ID3', [3, 0, 0, 0, 0, 0, 4], zeros(4), 'fLaC', zeros(20))],
    ['aac', bytes(adtsFrame, adtsFrame, adtsFrame)],
  ] as const)('knows %s', (expected, content) => {
    expect(sniffAudio(content)).toBe(expected);
  });

  it.each([
    ['nothing', bytes()],
    ['three bytes', bytes('RIF')],
    ['a web page', bytes('<!doctype html><html><body>', mp3Frame, mp3Frame)],
    ['JSON', bytes('{"error":"not found"}')],
    ['an archive', bytes('PK\x03\x04', mp3Frame, mp3Frame)],
    ['a RAR archive', bytes('Rar!\x1a\x07', zeros(60))],
    ['a program', bytes('MZ\x90', zeros(60), mp3Frame, mp3Frame)],
    ['an ELF program', bytes('\x7fELF', zeros(60))],
    ['a script', bytes('#!/bin/sh\nrm -rf /\n')],
    ['a PDF', bytes('%PDF-1.7\n')],
    ['a JPEG, whose start resembles an MPEG frame', bytes([0xff, 0xd8, 0xff, 0xe0], zeros(300))],
    ['a PNG', bytes('\x89PNG\r\n\x1a\n', zeros(40))],
    ['a HEIC picture', bytes([0, 0, 0, 0x18], 'ftypheic', zeros(16))],
    ['a picture or video in RIFF', bytes('RIFF', zeros(4), 'WEBPVP8 ')],
    ['a playlist that would open other files', bytes('#EXTM3U\nfile:///etc/passwd\n')],
    ['an ffmpeg script', bytes('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['plain text', bytes('nome;telefone\r\nMaria;1199999\r\n')],
    ['a lone MPEG header among other bytes', bytes(zeros(50), mp3Frame, zeros(400))],
    ['zeros', bytes(zeros(4096))],
  ] as const)('refuses %s', (_name, content) => {
    expect(sniffAudio(content)).toBeNull();
  });
});
