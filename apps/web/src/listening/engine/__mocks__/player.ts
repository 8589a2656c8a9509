import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'

/** What the player asks of its output, and the way to tell what an output tells. */
export const output = createFakeOutput()
export const player = createPlayer({ output })
export const prepareSound = () => {}
