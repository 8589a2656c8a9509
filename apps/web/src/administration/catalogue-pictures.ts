import {
  type CataloguePicture,
  fetchCataloguePicture,
  fetchCataloguePictures,
  type PicturedRecord,
  removeCataloguePicture,
  uploadCataloguePicture,
} from '@refrain/contract/administration/catalogue-pictures'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { sendFile } from '../api/send-file.ts'
import { SETTLED_MS } from '../catalogue/follow-catalogue.ts'
import { refreshCatalogue } from '../catalogue/refresh-catalogue.ts'
import { administrationKey } from './administration-queries.ts'

/** The picture of an album or artist; read when a dialog opens. */
export const cataloguePictureQuery = (token: string | null, { kind, id }: PicturedRecord) =>
  queryOptions({
    queryKey: administrationKey(token, 'collection', 'picture', kind, id),
    queryFn: ({ signal }) => call(fetchCataloguePicture, { kind, id }, signal),
    gcTime: 0,
    throwOnError: false,
  })

/** Pictures that administrators uploaded, newest first. */
export const cataloguePicturesQuery = (token: string | null) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'collection', 'pictures'),
    queryFn: ({ pageParam, signal }) =>
      call(fetchCataloguePictures, pageParam ? { after: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })

/** Uploads a picture of an album or artist. Call `showPictureChange` afterwards. @throws CallError */
export async function changeCataloguePicture(record: PicturedRecord, jpeg: Blob): Promise<void> {
  store(await sendFile(uploadCataloguePicture, jpeg, { input: record }), await readToken())
}

/** Brings the collection's own picture back. Call `showPictureChange` afterwards. @throws CallError */
export async function restoreCataloguePicture(record: PicturedRecord): Promise<void> {
  store(await call(removeCataloguePicture, record), await readToken())
}

function store(picture: CataloguePicture, token: string | null): void {
  queryClient.setQueryData(cataloguePictureQuery(token, picture).queryKey, picture)
}

/** Shows changed pictures on the page behind the dialog. */
export async function showPictureChange(): Promise<void> {
  const token = await readToken()
  void queryClient.invalidateQueries({ queryKey: administrationKey(token, 'collection') })
  setTimeout(() => void refreshCatalogue({ replace: true }), SETTLED_MS)
}
