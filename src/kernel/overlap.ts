/**
 * Gives the same result as processing the batches one after another, but starts the next batch before the last one has ended.
 * While one waits for the database, the other is calculated. After a failure no further batch starts. The first failure is thrown
 * once all running batches have ended.
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
