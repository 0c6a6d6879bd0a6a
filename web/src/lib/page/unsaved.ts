/**
 * Register of the data that would be lost by leaving the page. The router's blocker, the closing of the tab and 'Sair'
 * consult it. Forms, dialogs and uploads register themselves; kit/form/unsaved-gate.tsx asks the person.
 */

/** A form, dialog or upload whose data may be lost. */
export interface UnsavedPlace {
  /** Returns the question to ask before leaving; null if nothing would be lost now. */
  loss: () => Loss | null;
  /** Called by the browser's 'Voltar' to close the dialog instead of leaving the page. Returns false if it is busy. */
  closeDialog?: (() => boolean) | undefined;
}

/** Texts of the question asked before data are lost. */
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

/** Question to ask before leaving now, from the latest registered place that would lose data; null if none would. */
export function lossNow(): Loss | null {
  for (const place of places.toReversed()) {
    const loss = place.loss();
    if (loss) return loss;
  }
  return null;
}

/** The dialog opened last; null if no dialog is open. */
export function openDialog(): UnsavedPlace | null {
  return places.findLast((place) => place.closeDialog) ?? null;
}

/** Runs an action that discards typed data ('Sair'); asks first if data would be lost. `more`: a second question. */
export function leaveBy(go: () => void, more: Loss | null = null): void {
  const asking = ask;
  const losses = [lossNow(), more].filter((loss) => loss !== null);
  if (asking === null) go();
  else losses.reduceRight<() => void>((next, loss) => () => asking(loss, next), go)();
}

/** Connects the component that shows the questions. Returns a function that disconnects it. */
export function connectAsking(asking: NonNullable<typeof ask>): () => void {
  ask = asking;
  return () => {
    ask = null;
  };
}
