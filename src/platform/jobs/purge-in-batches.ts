interface PurgeOptions {
  readonly batchRows?: number
  readonly batchesMax?: number
}

/** Deletes batch by batch until one is not full. After `batchesMax` batches the rest is left to the job's next run. */
export async function purgeInBatches(
  deleteBatch: (rowsMax: number) => Promise<number>,
  { batchRows = 5000, batchesMax = 400 }: PurgeOptions = {},
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) if ((await deleteBatch(batchRows)) < batchRows) return
}
