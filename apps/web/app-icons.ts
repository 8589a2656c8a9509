import { readFile } from 'node:fs/promises'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { appLinks, createAppManifest, ICONS } from './app-manifest.ts'

const LOGO = new URL('./src/ui/mark.svg', import.meta.url)

/** Adds the web app manifest, and the icons rendered from the logo, to the build. */
export function appIcons(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    transformIndexHtml: () => appLinks.map(attrs => ({ tag: 'link', attrs, injectTo: 'head' as const })),
    async generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source })
      const logo = await readFile(LOGO, 'utf8')
      await loadLanguage(SERVICE_LANGUAGE)
      emit('manifest.webmanifest', JSON.stringify(createAppManifest()))
      emit('icon.svg', logo)
      for (const { file, size, filled } of ICONS) emit(file, await renderIcon(logo, size, filled))
    },
  }
}

/** The first fill of the logo is its background; its foreground is within the safe area of maskable icons. */
async function renderIcon(logo: string, size: number, filled: boolean): Promise<Uint8Array> {
  const [, background] = /fill="(#\w{6})"/.exec(logo) ?? []
  if (!background) throw new Error('The logo has no background colour.')
  const image = sharp(Buffer.from(logo), { density: (72 * size) / 32 }).resize(size, size)
  return (filled ? image.flatten({ background }) : image).png({ compressionLevel: 9 }).toBuffer()
}
