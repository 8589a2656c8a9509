import { relative, sep } from 'node:path'
import type { SampleFiles } from '@refrain/demo'
import type { PlaceholderInfo } from '../phases/read-file.ts'
import type { SampleRenderer } from './sample-renderer.ts'
import type { SharedRenderings } from './shared-renderings.ts'

interface RenderingParts {
  /** Folder of the sample catalogue. */
  readonly folder: string
  readonly files: SampleFiles
  readonly placeholders: ReadonlyMap<string, PlaceholderInfo>
  /** Tracks that other services have rendered. */
  readonly shared: SharedRenderings
}

/** Renders each track of the sample catalogue once, for all who need it, unless another service has. */
export class SampleRenderings {
  readonly #parts: RenderingParts
  readonly #pending = new Map<string, Promise<void>>()

  constructor(parts: RenderingParts) {
    this.#parts = parts
  }

  isRendering(path: string): boolean {
    return this.#pending.has(path)
  }

  /** Resolves when the tracks being rendered now are done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending.values())
  }

  /**
   * @param path of a track in the folder
   * @param signal stops the rendering, also for others that wait for it
   */
  async render(renderer: SampleRenderer, path: string, signal?: AbortSignal): Promise<void> {
    const running = this.#pending.get(path)
    if (running) return running
    const rendering = this.#renderOnce(renderer, path, signal).finally(() => this.#pending.delete(path))
    this.#pending.set(path, rendering)
    return rendering
  }

  async #renderOnce(renderer: SampleRenderer, path: string, signal?: AbortSignal): Promise<void> {
    const { files, folder, placeholders, shared } = this.#parts
    if (await files.isRendered(path)) return
    const { audioId } = (placeholders.get(path) as PlaceholderInfo).audio
    if (await shared.fetch(path, audioId)) return
    await renderer.render(relative(folder, path).split(sep).join('/'), signal)
    await shared.save(path, audioId)
  }
}
