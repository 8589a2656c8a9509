import { expect, it, onTestFinished } from 'vitest'
import { PictureDecoder } from '../../media/pictures/picture-decoder.ts'
import { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { onEmbedded } from '../../testing/databases/both-databases.ts'
import { EmbeddedCovers } from './embedded-covers.ts'
import type { ImportedAlbum } from './group-albums.ts'
import { PicturePreparer } from './picture-preparer.ts'

onEmbedded('pictures in a bucket', openTest => {
  it('are tried again if the bucket is away, and end no import', async () => {
    const { db } = await openTest()
    const buckets = Object.assign(
      new CollectionBuckets({ endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' }),
      { read: () => Promise.reject(new ObjectStorageError('away')) },
    )
    const decoder = new PictureDecoder({ processes: 1, limitMs: 1 })
    onTestFinished(() => decoder.close())
    const sources = { storage: folderStorage('/nowhere'), buckets, refersToFiles: false }
    const pictures = await PicturePreparer.open(db, sources, decoder)
    const album = { embedded: new Map(), compilation: true } as unknown as ImportedAlbum
    const path = 's3://music/Ada/cover.jpg'
    const folder = {
      ...{ root: 's3://music', folder: 'Ada', files: [], sheets: [], artistPictures: [] },
      covers: [{ path, name: 'cover.jpg', size: 1, mtimeMs: 1, changedMs: 1 }],
    }
    const embedded = new EmbeddedCovers({ left: 0 }, async () => undefined)
    expect(await pictures.prepare(album, folder, embedded)).toMatchObject({ isUndecided: true })
    expect(pictures.skipped).toEqual([{ path, reason: 'away; the next import tries again' }])
  })
})
