/* Computes the duration of an animation or a camera path. */
#ifndef AP_MD5_RATE_H
#define AP_MD5_RATE_H

/* Returns the seconds from the first frame to the last. `rate` is in frames per second. */
static inline double ap_md5_seconds_from_first_to_last_frame(double frame_count, double rate)
{
    return (frame_count - 1) / rate;
}

#endif
