/** What a person, or the browser for them, has put into the sign-in's inputs: perhaps before the page's code was there. */
import { maskitoTransform } from '@maskito/core';
import type { Mask } from '../../lib/masks.ts';
import type { LoginFields } from './auth-form.ts';

const input = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
};

/** The fields as they stand in the form; those that it does not show stay as they are. */
export function typedIn(form: HTMLFormElement, fields: LoginFields): LoginFields {
  return {
    cnpj: input(form, 'cnpj')?.value ?? fields.cnpj,
    email: input(form, 'email')?.value ?? fields.email,
    password: input(form, 'password')?.value ?? fields.password,
  };
}

/** The form as the page came with it, with the name of the input that had the focus. */
export interface DrawnForm {
  form: HTMLFormElement;
  focused: string | null;
}

/** The sign-in's form as it came drawn (vite/prerender.ts); null where none did, or it was taken over already. */
export function drawnForm(): DrawnForm | null {
  if (typeof document === 'undefined') return null;
  const form = document.querySelector<HTMLFormElement>('[data-desenho="/auth"] form');
  const { activeElement } = document;
  return form && { form, focused: activeElement instanceof HTMLInputElement ? activeElement.name : null };
}

/**
 * Takes the drawn form over. React draws the page anew where another hand changed it meanwhile (a password manager puts its
 * button beside an input): what was typed, and the focus, then go along.
 */
export function takeOver(drawn: DrawnForm, form: HTMLFormElement): void {
  document.querySelector('[data-desenho]')?.removeAttribute('data-desenho');
  if (drawn.form === form) return;
  for (const { name, value, defaultValue } of drawn.form.querySelectorAll('input')) {
    const anew = input(form, name);
    if (anew && value !== defaultValue) anew.value = value;
  }
  if (drawn.focused) input(form, drawn.focused)?.focus();
}

/** Punctuates what was typed before its mask was there; the caret stays between the same characters. */
export function punctuate(form: HTMLFormElement, name: keyof LoginFields, mask: Mask): void {
  const typed = input(form, name);
  if (!typed) return;
  const { value, selectionStart, selectionEnd } = typed;
  const fitted = maskitoTransform(
    { value, selection: [selectionStart ?? value.length, selectionEnd ?? value.length] },
    mask,
  );
  if (fitted.value === value) return;
  typed.value = fitted.value;
  // A selection that is set takes the focus in some browsers.
  if (document.activeElement === typed) typed.setSelectionRange(...fitted.selection);
}
