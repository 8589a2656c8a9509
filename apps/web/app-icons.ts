import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { appLinks, appManifest, ICONS } from './app-manifest.ts'

const MARK = new URL('./src/shell/mark.svg', import.meta.url)

/** Lays the app's manifest and its icons, drawn from the mark, beside the built pages. */
export function appIcons(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    transformIndexHtml: () => appLinks.map(attrs => ({ tag: 'link', attrs, injectTo: 'head' as const })),
    async generateBundle() {
      const lay = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source })
      const mark = await readFile(MARK, 'utf8')
      lay('manifest.webmanifest', JSON.stringify(appManifest))
      lay('icon.svg', mark)
      for (const { file, size, filled } of ICONS) lay(file, await draw(mark, size, filled))
    },
  }
}

/** Filled, the mark's own ground reaches into the corners; what is drawn on it lies well inside of any shape. */
async function draw(mark: string, size: number, filled: boolean): Promise<Uint8Array> {
  const [, ground] = /fill="(#\w{6})"/.exec(mark) ?? []
  if (!ground) throw new Error('The mark has no ground.')
  const image = sharp(Buffer.from(mark), { density: (72 * size) / 32 }).resize(size, size)
  return (filled ? image.flatten({ background: ground }) : image).png({ compressionLevel: 9 }).toBuffer()
}
