import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button'));
  });

it('says that it copied for two seconds, counted from the last press', async () => {
  render(<CopyButton text="esc_1" label="Copiar chave de API" />);
  await press();
  expect(writeText).toHaveBeenCalledWith('esc_1');
  expect(screen.getByRole('status').textContent).toBe('Copiado');
  act(() => void vi.advanceTimersByTime(1500));
  await press();
  act(() => void vi.advanceTimersByTime(1999));
  expect(screen.getByRole('button', { name: 'Copiado' })).toBeDefined();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Copiar chave de API' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('copies a selection where the page has no clipboard, and never claims what failed', async () => {
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const copied: string[] = [];
  document.execCommand = vi.fn(() => {
    copied.push((document.activeElement as HTMLTextAreaElement | null)?.value ?? '');
    return true;
  });
  render(<CopyButton text="esc_2" label="Copiar" />);
  await press();
  expect(screen.getByRole('button', { name: 'Copiado' })).toBeDefined();
  expect(document.querySelector('textarea')).toBeNull();

  act(() => void vi.advanceTimersByTime(2000));
  document.execCommand = vi.fn(() => false);
  await press();
  expect(screen.queryByRole('button', { name: 'Copiado' })).toBeNull();
});
