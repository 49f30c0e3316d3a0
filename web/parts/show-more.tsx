type Props = { pages: { showMore: (() => void) | undefined; isReadingMore: boolean } }

/** The button below a list that has more rows. */
export function ShowMore({ pages: { showMore, isReadingMore } }: Props) {
  return (
    showMore && (
      <button type="button" disabled={isReadingMore} onClick={showMore}>
        Show more
      </button>
    )
  )
}
