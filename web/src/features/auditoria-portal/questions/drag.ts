/** A recording that is dragged onto a row. Fingers and keys have the picker 'De qual linha?' instead. */
import type { DragEvent } from 'react';
import type { Gravacao } from '../words.ts';

const TYPE = 'application/x-escuta-gravacao';

type Dragged = Pick<Gravacao, 'id' | 'nome'>;

/** Props that make an element a recording that can be dragged. */
export const dragRecording = ({ id, nome }: Dragged) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(TYPE, JSON.stringify({ id, nome }));
  },
});

/** Props that make an element a row that takes recordings. */
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
