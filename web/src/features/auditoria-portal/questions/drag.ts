/** Drags a recording onto a row. For touch and keys the picker 'De qual linha?' does the same. */
import type { DragEvent } from 'react';
import type { Gravacao } from '../words.ts';

const TYPE = 'application/x-escuta-gravacao';

type Dragged = Pick<Gravacao, 'id' | 'nome'>;

/** Props that make an element a draggable recording. */
export const dragRecording = ({ id, nome }: Dragged) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(TYPE, JSON.stringify({ id, nome }));
  },
});

/** Props that make an element a row onto which recordings can be dropped. */
export const takeRecording = (onOver: (over: boolean) => void, onTake: (gravacao: Dragged) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    onOver(true);
  },
  onDragLeave: () => onOver(false),
  onDrop: (event: DragEvent) => {
    const text = event.dataTransfer.getData(TYPE);
    onOver(false);
    if (!text) return;
    event.preventDefault();
    onTake(JSON.parse(text) as Dragged);
  },
});
