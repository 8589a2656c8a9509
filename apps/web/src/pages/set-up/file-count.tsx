import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useQuery } from '@tanstack/react-query'
import { setUpFilesQuery } from '../../administration/set-up.ts'

interface Props {
  readonly code: string
  readonly folder: string
}

/** How many audio files are in the chosen folder, so that the right one is imported. */
export function FileCount({ code, folder }: Props) {
  const { data, isPending } = useQuery(setUpFilesQuery(code, folder))
  const count = data?.files ?? 0
  return (
    <p role="status" className="mt-2 min-h-6 font-semibold">
      {isPending
        ? setUpTexts.counting
        : data && (data.isAll ? setUpTexts.files({ count }) : setUpTexts.filesAtLeast({ count }))}
    </p>
  )
}
