import { maskitoTransform } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import { type ComponentProps, type Ref, useCallback } from 'react';
import type { Mask } from '../../lib/text/masks.ts';
import { Input } from './input.tsx';

export type MaskedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  mask: Mask;
  /** Text that the input shows, punctuated. */
  value: string;
  onValueChange: (text: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** An input that punctuates while a person types; the caret stays where they edit. */
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
  // Both: what the mask itself sets is no change to React, what a password manager sets may come without 'input'.
  const typed = (event: { currentTarget: HTMLInputElement }): void =>
    onValueChange(maskitoTransform(event.currentTarget.value, mask));
  return <Input {...props} ref={both} onInput={typed} onChange={typed} />;
}
