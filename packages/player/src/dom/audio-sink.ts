import { createStore, type Readable } from '../state/store.ts'

/** Media elements and, in Chromium, audio contexts. TypeScript's DOM library has it for elements only. */
interface SinkTarget {
  setSinkId?(id: string): Promise<void>
}

/** The system's default output. */
const DEFAULT = ''

const targets = new Set<SinkTarget>()
const chosen = createStore({ id: DEFAULT })
let unwatch: AbortController | undefined

/** The device that the page plays on; '' for the default. */
export const audioSink: Readable<{ readonly id: string }> = chosen

export const canSetSink = () => 'setSinkId' in HTMLMediaElement.prototype

/** Plays all audio of the page on a device, now and for the rest of the visit; on the default if that fails or it is unplugged. */
export async function setSink(id: string): Promise<void> {
  chosen.update({ id })
  watchDevices()
  try {
    await Promise.all([...targets].map(target => target.setSinkId?.(id)))
  } catch {
    if (chosen.getState().id === id && id !== DEFAULT) await setSink(DEFAULT)
  }
}

/** Plays on the chosen device from now on, until the signal aborts. */
export function followSink<Target extends object>(target: Target, signal: AbortSignal): Target {
  targets.add(target as SinkTarget)
  signal.addEventListener('abort', () => targets.delete(target as SinkTarget))
  const { id } = chosen.getState()
  if (id !== DEFAULT) (target as SinkTarget).setSinkId?.(id).catch(() => {})
  return target
}

function watchDevices(): void {
  unwatch?.abort()
  unwatch = undefined
  if (chosen.getState().id === DEFAULT) return
  unwatch = new AbortController()
  const { mediaDevices } = navigator
  const check = async () => {
    const devices = await mediaDevices.enumerateDevices()
    if (devices.every(({ deviceId }) => deviceId !== chosen.getState().id)) await setSink(DEFAULT)
  }
  const { signal } = unwatch
  mediaDevices?.addEventListener('devicechange', () => void check().catch(() => {}), { signal })
}
