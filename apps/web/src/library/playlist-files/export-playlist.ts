import type { Track } from '@refrain/contract/catalogue/tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { Download, FileMusic } from 'lucide-react'
import { absoluteUrl } from '../../prefix.ts'
import { downloadFile } from '../../ui/browser/download-file.ts'
import type { SubMenu } from '../../ui/menus/menu-entry.ts'
import { toPlaylistFile } from './playlist-file.ts'

/** The file formats; the code of each is loaded when it is chosen. */
const FORMATS = [
  {
    label: 'M3U8',
    type: 'audio/x-mpegurl',
    load: () => import('./write-m3u8.ts').then(({ writeM3u8 }) => writeM3u8),
  },
  {
    label: 'XSPF',
    type: 'application/xspf+xml',
    load: () => import('./write-xspf.ts').then(({ writeXspf }) => writeXspf),
  },
  {
    label: 'JSPF',
    type: 'application/json',
    load: () => import('./write-jspf.ts').then(({ writeJspf }) => writeJspf),
  },
] as const

/** The menu entry that exports a playlist as a file. */
export function exportMenuEntry(title: string, tracks: readonly Track[]): SubMenu {
  return {
    label: libraryTexts.export,
    icon: Download,
    entries: FORMATS.map(({ label, type, load }) => ({
      label,
      icon: FileMusic,
      onSelect: () =>
        load().then(
          write => {
            const text = write(toPlaylistFile(title, tracks, absoluteUrl('')))
            downloadFile(new Blob([text], { type }), `${fileName(title)}.${label.toLowerCase()}`)
          },
          () => {},
        ),
    })),
  }
}

/** Reserved file names on Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** The title as a file name without extension, safe on all systems. */
export function fileName(title: string): string {
  const safe = title.replaceAll(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').replace(/^[.\s]+|[.\s]+$/g, '')
  return RESERVED.test(safe) ? `${safe}_` : safe || libraryTexts.playlist
}
