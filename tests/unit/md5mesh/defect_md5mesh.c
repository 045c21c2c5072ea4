/* The defects of .md5mesh: what they know is what is found. */
#include <criterion/criterion.h>

#include "tests/unit/support/defect_run.h"
#include "validators/md5mesh/md5mesh.h"

Test(defect_md5mesh, made_files_first_part)
{
    check_made_defects(&ap_md5mesh_format, 0);
}

Test(defect_md5mesh, made_files_second_part)
{
    check_made_defects(&ap_md5mesh_format, 1);
}

Test(defect_md5mesh, made_files_third_part)
{
    check_made_defects(&ap_md5mesh_format, 2);
}

Test(defect_md5mesh, made_files_fourth_part)
{
    check_made_defects(&ap_md5mesh_format, 3);
}

Test(defect_md5mesh, each_rule_has_a_defect)
{
    check_rules_covered(ap_md5mesh_format.rules);
}
