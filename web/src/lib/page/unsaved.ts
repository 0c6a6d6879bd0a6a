/**
 * Register of data that leaving would lose: the router's blocker, the closing of the tab and 'Sair' ask it. Forms,
 * dialogs and uploads enter themselves; kit/form/unsaved-gate.tsx asks the person.
 */

/** A place where something is typed or under way. */
export interface UnsavedPlace {
  /** The loss by leaving now; null: none. */
  loss: () => Loss | null;
  /** Of a dialog: 'Voltar' closes it instead of leaving the page. False while it may not be closed (it is busy). */
  closeDialog?: (() => boolean) | undefined;
}

/** The words of the question. */
export interface Loss {
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
}

export const TYPED: Loss = {
  title: 'Descartar alterações?',
  description: 'As alterações não salvas serão perdidas.',
  confirmLabel: 'Descartar',
  cancelLabel: 'Continuar editando',
};

export const UPLOADING: Loss = {
  title: 'Interromper o envio?',
  description: 'O áudio ainda está sendo enviado. Se você sair agora, o envio é cancelado.',
  confirmLabel: 'Interromper',
  cancelLabel: 'Continuar enviando',
};

const places: UnsavedPlace[] = [];
let ask: ((loss: Loss, go: () => void) => void) | null = null;

/** Puts a place in; returns how to take it out. */
export function registerUnsaved(place: UnsavedPlace): () => void {
  places.push(place);
  return () => {
    places.splice(places.indexOf(place), 1);
  };
}

/** The loss by leaving now, of the place that came last; null: none. */
export function lossNow(): Loss | null {
  for (const place of places.toReversed()) {
    const loss = place.loss();
    if (loss) return loss;
  }
  return null;
}

/** The dialog on top, if one is open. */
export function openDialog(): UnsavedPlace | null {
  return places.findLast((place) => place.closeDialog) ?? null;
}

/**
 * Does something that loses what is typed ('Sair'), after asking where there is something to lose. `more`: what else is
 * to be said first.
 */
export function leaveBy(go: () => void, more: Loss | null = null): void {
  const asking = ask;
  const losses = [lossNow(), more].filter((loss) => loss !== null);
  if (asking === null) go();
  else losses.reduceRight<() => void>((next, loss) => () => asking(loss, next), go)();
}

/** For the gate: who asks. Returns how to stop. */
export function connectAsking(asking: NonNullable<typeof ask>): () => void {
  ask = asking;
  return () => {
    ask = null;
  };
}
