import type { Player } from '@refrain/player/player'
import { keepPositions } from './keep-positions.ts'
import { createPositionStore } from './position-store.ts'

/** Keeps positions where the listener's other devices find them. @returns stops */
export const keepStoredPositions = (player: Player): (() => void) =>
  keepPositions(player, createPositionStore())
