/** The part of `localStorage` that is used. It may throw; the volume is not stored then. */
export interface VolumeStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const KEY = 'volume'
const DEFAULT = 1

/** The stored volume, 0 to 1; 1 if there is none or it is invalid. */
export function loadVolume(storage: VolumeStorage | undefined): number {
  try {
    const stored = storage?.getItem(KEY)
    const volume = stored ? Number(stored) : DEFAULT
    return volume >= 0 && volume <= 1 ? volume : DEFAULT
  } catch {
    return DEFAULT
  }
}

export function saveVolume(storage: VolumeStorage | undefined, volume: number): void {
  try {
    if (storage?.getItem(KEY) !== String(volume)) storage?.setItem(KEY, String(volume))
  } catch {
    // localStorage may be full or blocked; the volume must still change.
  }
}
