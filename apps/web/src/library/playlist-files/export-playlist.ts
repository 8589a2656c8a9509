import type { Track } from '@refrain/contract/catalogue/tracks'
import { Download, FileMusic } from 'lucide-react'
import { downloadFile } from '../../ui/browser/download-file.ts'
import type { SubMenu } from '../../ui/menus/menu-item.tsx'
import { toPlaylistFile } from './playlist-file.ts'

/** The kinds of files a playlist is written as; the code of each comes when it is chosen. */
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

/** The entry of a playlist's menu that writes it into a file. */
export function exportMenuEntry(title: string, tracks: readonly Track[]): SubMenu {
  return {
    label: 'Export',
    icon: Download,
    entries: FORMATS.map(({ label, type, load }) => ({
      label,
      icon: FileMusic,
      onSelect: () =>
        load().then(
          write => {
            const text = write(toPlaylistFile(title, tracks, location.origin))
            downloadFile(new Blob([text], { type }), `${fileName(title)}.${label.toLowerCase()}`)
          },
          () => {},
        ),
    })),
  }
}

/** Names that one system keeps to itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** The title as the name of a file, without what such names have no room for, and without an ending. */
export function fileName(title: string): string {
  const safe = title.replaceAll(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').replace(/^[.\s]+|[.\s]+$/g, '')
  return RESERVED.test(safe) ? `${safe}_` : safe || 'Playlist'
}
