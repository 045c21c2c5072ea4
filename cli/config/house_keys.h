/* What a section of a configuration file says of a house (validators/services/house). */
#ifndef AP_HOUSE_KEYS_H
#define AP_HOUSE_KEYS_H

#include "cli/options/option_table.h"
#include "validators/services/house/house.h"

typedef struct cli_house {
    cli_list frame_rates, joint_names; /* texts as they were given */
    const char *least_duration, *most_duration, *quaternion_tolerance;
    size_t largest_file;
    bool least_given, most_given, tolerance_given, largest_given;
    ap_house allowed; /* the same, understood */
} cli_house;

/* Its keys; the record is a cli_house. No command has them as options. */
extern const cli_option cli_house_rows[];

/* Puts the message. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) cli_exit cli_misconfigured(
    char wrong[CLI_WRONG_BYTES], const char *format, ...);

/* Understands what was given since the last call, at `origin`. CLI_CLEAN, or CLI_USAGE with the message in `wrong`. */
cli_exit cli_check_house(cli_house *house, const ap_house_origin *origin, char wrong[CLI_WRONG_BYTES]);

/* Takes over what `from` says. False where it says nothing. */
bool cli_settle_house(ap_house *to, const cli_house *from);

void cli_house_free(cli_house *house);

#endif
