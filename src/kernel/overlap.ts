/**
 * Does the same as working through the batches one after another, but begins the next batch before the last one has ended: while one
 * waits for the database, the other is calculated. After a failure no further batch begins, and the first failure is thrown once
 * nothing is under way any more.
 */
export async function overlapBatches<Batch, Result>(
  batches: Iterable<Batch>,
  work: (batch: Batch) => Promise<Result>,
): Promise<Result[]> {
  const iterator = batches[Symbol.iterator]()
  const results: Result[] = []
  const failures: unknown[] = []
  let begun = 0
  const lane = async (): Promise<void> => {
    while (failures.length === 0) {
      const { done, value } = iterator.next()
      if (done) return
      const index = begun++
      try {
        results[index] = await work(value)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all([lane(), lane()])
  if (failures.length > 0) throw failures[0]
  return results
}
