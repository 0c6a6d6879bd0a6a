import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PhoneDialog, phoneTrouble } from './phone-dialog.tsx';

const ID = '019a0000-0000-7000-8000-000000000001';

it('shows the way to a questionnaire, as a code and as a link', () => {
  render(
    <PhoneDialog
      open
      questionario={{ id: ID, nome: 'Moradores', publicada: null }}
      onClose={() => undefined}
    />,
  );
  const address = `${window.location.origin}/entrevista/${ID}`;
  expect(screen.getByRole('img', { name: `Código QR de ${address}` })).toBeTruthy();
  expect(screen.getByText(address)).toBeTruthy();
});

it('says where an address does not work on a phone', () => {
  const of = (address: string) => phoneTrouble(new URL(address));
  expect(of('http://localhost:3000')).toMatch(/só abre neste computador/);
  expect(of('http://127.0.0.1:3000')).toMatch(/só abre neste computador/);
  expect(of('http://192.168.0.10')).toMatch(/não usa https/);
  expect(of('https://escuta.example')).toBeNull();
});
