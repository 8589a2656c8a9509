import { watchHalfPlayed } from '@refrain/player/history/half-played'
import { startPersistence } from '../../apps/web/src/listening/resume/start-persistence.ts'
import './page.ts'

// JavaScript, because the pages are compiled with other settings than the journeys.
const { player } = window.sound
startPersistence(player).takeUp()
/** The starts of tracks that were counted as plays. */
window.sound.counted = []
watchHalfPlayed(player, () => void window.sound.counted.push(player.getState().load))
