import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { KeysDialog } from './keys-dialog.tsx';

it('lists the keys with what they do and switches them off', () => {
  const onEnabledChange = vi.fn<(enabled: boolean) => void>();
  render(
    <KeysDialog
      open
      onClose={() => undefined}
      shortcuts={[{ keys: ['J', '↓'], does: 'Próximo insight' }]}
      enabled
      onEnabledChange={onEnabledChange}
    />,
  );
  const does = screen.getByText('Próximo insight');
  expect(does.nextElementSibling?.textContent).toBe('J↓');
  const toggle = screen.getByRole('switch', { name: 'Atalhos ligados' });
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(toggle);
  expect(onEnabledChange).toHaveBeenCalledExactlyOnceWith(false);
});
