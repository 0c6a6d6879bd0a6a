import { expect, it } from 'vitest';
import { type Control, placeOf } from './toast-place.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const TOAST = { width: 356, height: 74 };
const box = (left: number, top: number, width: number, height: number, weight = 1): Control => ({
  ...{ left, top, width, height, weight },
});

it('stands in the bottom right corner where nothing is pressed there', () => {
  expect(placeOf(WIDE, TOAST, [box(1000, 80, 120, 36)])).toEqual({ right: 16, bottom: 16 });
});

it('stands above a bar at the bottom of a phone, and keeps its place while it is free', () => {
  const bar = box(0, 788, 390, 56);
  const width = 358;
  const place = placeOf(PHONE, { ...TOAST, width }, [bar]);
  expect(place.right).toBe(16);
  expect(place.bottom).toBeGreaterThanOrEqual(56 + 10);
  expect(place.bottom).toBeLessThan(56 + 10 + 8);
  expect(placeOf(PHONE, { ...TOAST, width }, [], place)).toEqual(place);
});

it('goes beside the footer of a dialog', () => {
  const footer = [box(800, 730, 100, 40), box(910, 730, 120, 40)];
  const place = placeOf(WIDE, TOAST, footer);
  const top = WIDE.height - place.bottom - TOAST.height;
  const left = WIDE.width - place.right - TOAST.width;
  for (const one of footer) {
    const apart =
      left >= one.left + one.width || left + TOAST.width <= one.left || top + TOAST.height <= one.top;
    expect(apart, JSON.stringify({ place, one })).toBe(true);
  }
});

it('covers a field rather than a button where no place is free', () => {
  const width = 358;
  const fields = Array.from({ length: 10 }, (_, n) => box(16, n * 80, 358, 60));
  const buttons = [box(16, 800, 358, 40, 100), box(340, 0, 30, 30, 100)];
  const { bottom } = placeOf(PHONE, { ...TOAST, width }, [...fields, ...buttons]);
  const top = PHONE.height - bottom - TOAST.height;
  expect(top).toBeGreaterThanOrEqual(30);
  expect(top + TOAST.height).toBeLessThanOrEqual(800);
});

it('covers as little as it can where no place is free', () => {
  const width = 358;
  const cards = Array.from({ length: 17 }, (_, n) => box(0, n * 50, 390, n === 8 ? 10 : 46));
  const { bottom } = placeOf(PHONE, { ...TOAST, width }, cards);
  const top = PHONE.height - bottom - TOAST.height;
  expect(top).toBeGreaterThan(8 * 50 - TOAST.height);
  expect(top).toBeLessThan(9 * 50 + 10);
});
