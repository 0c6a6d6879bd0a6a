/**
 * Register of data that leaving would lose, asked by the router's blocker, by the closing of the tab and by 'Sair'.
 * Forms, dialogs and uploads register themselves; kit/form/unsaved-gate.tsx asks the person.
 */

/** A place with typed or pending data. */
export interface UnsavedPlace {
  /** Loss by leaving now; null: none. */
  loss: () => Loss | null;
  /** In a dialog: 'Voltar' closes it instead of leaving the page. Returns false while it is busy. */
  closeDialog?: (() => boolean) | undefined;
}

/** Words of the question. */
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

/** Registers a place; returns a function that removes it. */
export function registerUnsaved(place: UnsavedPlace): () => void {
  places.push(place);
  return () => {
    places.splice(places.indexOf(place), 1);
  };
}

/** Loss by leaving now, at the latest registered place; null: none. */
export function lossNow(): Loss | null {
  for (const place of places.toReversed()) {
    const loss = place.loss();
    if (loss) return loss;
  }
  return null;
}

/** The topmost open dialog. */
export function openDialog(): UnsavedPlace | null {
  return places.findLast((place) => place.closeDialog) ?? null;
}

/** Runs an action that discards typed data ('Sair'); asks first if there are typed data. `more`: a second warning. */
export function leaveBy(go: () => void, more: Loss | null = null): void {
  const asking = ask;
  const losses = [lossNow(), more].filter((loss) => loss !== null);
  if (asking === null) go();
  else losses.reduceRight<() => void>((next, loss) => () => asking(loss, next), go)();
}

/** Connects the gate that asks. Returns a function that disconnects it. */
export function connectAsking(asking: NonNullable<typeof ask>): () => void {
  ask = asking;
  return () => {
    ask = null;
  };
}
