import { shuffleList } from '../engine/shuffle-list.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ShuffleButton } from './shuffle-button.tsx'

interface Props {
  readonly listId: string
  readonly disabled?: boolean
  /** Plays the list from the first track of its order. */
  readonly onStart: () => void
}

/** The shuffle toggle beside the play button of an album or another list. */
export function ShuffleListButton({ listId, disabled = false, onStart }: Props) {
  const on = usePlayer(state => state.shuffled.album)
  return (
    <ShuffleButton
      on={on}
      disabled={disabled}
      onPress={() => shuffleList(listId, onStart)}
      className="size-11 not-aria-pressed:text-text"
      size="size-6"
    />
  )
}
