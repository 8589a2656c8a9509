import { DAILY_MIX_PATH, dailyMixPicture } from '@refrain/contract/media/daily-mix-pictures'
import { fillPath } from '@refrain/contract/operation'
import { backend } from '../../api/backend.ts'

/** The picture of the n-th daily mix, on its own colour until it has loaded. */
export function DailyMixPicture({ number }: { readonly number: number }) {
  const { file, colour } = dailyMixPicture(number)
  return (
    <img
      alt=""
      src={backend + fillPath(DAILY_MIX_PATH, { file })}
      width={512}
      height={512}
      draggable={false}
      className="block aspect-square w-full"
      style={{ background: colour }}
    />
  )
}
