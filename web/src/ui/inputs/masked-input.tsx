import { maskitoTransform } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import { type ComponentProps, type Ref, useCallback } from 'react';
import type { Mask } from '../../lib/text/masks.ts';
import { Input } from './input.tsx';

export type MaskedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  mask: Mask;
  /** Formatted text in the input. */
  value: string;
  onValueChange: (text: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** An input that formats text during typing; the caret stays in place. */
export function MaskedInput({ mask, onValueChange, ref, ...props }: MaskedInputProps) {
  const masked = useMaskito({ options: mask });
  const both = useCallback(
    (element: HTMLInputElement | null) => {
      masked(element);
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [masked, ref],
  );
  // Listens to both events: React's `onChange` misses the mask's changes, and a password manager may send no 'input'.
  const typed = (event: { currentTarget: HTMLInputElement }): void =>
    onValueChange(maskitoTransform(event.currentTarget.value, mask));
  return <Input {...props} ref={both} onInput={typed} onChange={typed} />;
}
