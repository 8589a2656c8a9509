/** Where the volume outlives the page; `localStorage` fits. It may throw: then nothing is kept. */
export interface VolumeStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const KEY = 'volume'
const DEFAULT = 1

/** The kept volume, 0 to 1; 1 where none is kept or what is kept makes no sense. */
export function readVolume(storage: VolumeStorage | undefined): number {
  try {
    const kept = storage?.getItem(KEY)
    const volume = kept ? Number(kept) : DEFAULT
    return volume >= 0 && volume <= 1 ? volume : DEFAULT
  } catch {
    return DEFAULT
  }
}

/** Keeps the volume; one that is kept already is not written again. */
export function writeVolume(storage: VolumeStorage | undefined, volume: number): void {
  try {
    if (storage?.getItem(KEY) !== String(volume)) storage?.setItem(KEY, String(volume))
  } catch {
    // A full or forbidden storage must not keep anybody from changing the volume.
  }
}
