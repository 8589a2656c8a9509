import type { PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'
import { PICTURE_FOLDERS, PICTURE_PATH } from '@refrain/contract/media/pictures'
import { fillPath } from '@refrain/contract/operation'
import { fetchOwnData, type OwnData } from '@refrain/contract/own-data'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { toWire } from '@refrain/contract/wire-names'
import { accountTexts } from '@refrain/messages/en/account'
import { backend } from '../../api/backend.ts'
import { call } from '../../api/call.ts'
import { watchRequest } from '../../api/connection.ts'
import { fileName } from '../../library/playlist-files/export-playlist.ts'
import { writeM3u8 } from '../../library/playlist-files/write-m3u8.ts'
import { writeXspf } from '../../library/playlist-files/write-xspf.ts'
import { paths } from '../../paths.ts'
import { absoluteUrl } from '../../prefix.ts'
import { downloadFile } from '../../ui/browser/download-file.ts'
import { type ZipEntry, zipFiles } from '../../ui/browser/zip-files.ts'

/** Downloads an archive of everything the service knows about the listener. @throws CallError if the export fails */
export async function downloadArchive(): Promise<void> {
  const data = await call(fetchOwnData, {})
  const entries = [readme(data), json(data), ...playlistFiles(data), ...(await pictures(data))]
  const archive = await zipFiles(entries, new Date(data.madeAt))
  downloadFile(archive, `${PRODUCT_NAME} ${data.madeAt.slice(0, 10)}.zip`)
}

/** As the service sent it: other programs read it. */
const json = (data: OwnData): ZipEntry => ({
  name: 'own-data.json',
  content: JSON.stringify(toWire(data, fetchOwnData.outputNames), null, 2),
})

function readme({ user, madeAt }: OwnData): ZipEntry {
  const lines = [
    accountTexts.archiveAbout({ product: PRODUCT_NAME, name: user.name, email: user.email, time: madeAt }),
    '',
    `own-data.json    ${accountTexts.archiveData}`,
    `playlists/       ${accountTexts.archivePlaylists}`,
    `pictures/        ${accountTexts.archivePictures}`,
  ]
  return { name: 'README.txt', content: `${lines.join('\n')}\n` }
}

/** Each playlist in two formats; playlists with the same title are numbered. */
function playlistFiles({ playlists }: OwnData): ZipEntry[] {
  const times = new Map<string, number>()
  return playlists.flatMap(({ title, songs }) => {
    const file = fileName(title)
    const time = (times.get(file.toLowerCase()) ?? 0) + 1
    times.set(file.toLowerCase(), time)
    const name = time === 1 ? file : `${file} (${time})`
    const list: PlaylistFile = {
      title,
      entries: songs.map(song => ({
        title: song.title,
        artist: song.artistName,
        album: song.albumTitle,
        link: absoluteUrl(paths.track(song.id)),
      })),
    }
    return [
      { name: `playlists/${name}.m3u8`, content: writeM3u8(list) },
      { name: `playlists/${name}.xspf`, content: writeXspf(list) },
    ]
  })
}

/** The listener's uploaded pictures that are in use, without those that cannot be fetched. */
async function pictures({ user, playlists }: OwnData): Promise<ZipEntry[]> {
  const shown = [
    { folder: PICTURE_FOLDERS.user, ownerId: user.id, file: user.picturePath },
    ...playlists.map(list => ({
      folder: PICTURE_FOLDERS.playlist,
      ownerId: list.id,
      file: list.picturePath,
    })),
  ].filter(({ file }) => file !== '' && !/^https?:/.test(file))
  const entries: ZipEntry[] = []
  // One after the other: there may be hundreds.
  for (const picture of shown) {
    const content = await fetchBytes(backend + fillPath(PICTURE_PATH, picture))
    if (content) entries.push({ name: `pictures/${picture.folder}/${picture.ownerId}.jpg`, content })
  }
  return entries
}

async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const credentials = backend ? 'include' : 'same-origin'
  const answer = await watchRequest(fetch(address, { credentials })).catch(() => undefined)
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}
