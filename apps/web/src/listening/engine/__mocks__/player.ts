import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'

/** Records what the player asks of its output, and emits output events. */
export const output = createFakeOutput()
export const player = createPlayer({ output })
export const prepareSound = () => {}
